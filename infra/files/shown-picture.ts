/**
 * Headers of an uploaded picture that a browser shows: `name` is the file's, of the shop's making (a kind and an id), for whoever
 * saves it. Nothing in it is the uploader's.
 */
export function shownPicture(name: string, contentType: string): Record<string, string> {
  const [, format = 'bin'] = contentType.split('/')
  return {
    'content-type': contentType,
    'content-disposition': `inline; filename="${name}.${format}"`,
    'x-content-type-options': 'nosniff',
  }
}
