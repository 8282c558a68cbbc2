/** Returns the headers of an uploaded picture. `name` is made by the shop, never the uploader's. */
export function shownPicture(name: string, contentType: string): Record<string, string> {
  const [, format = 'bin'] = contentType.split('/')
  return {
    'content-type': contentType,
    'content-disposition': `inline; filename="${name}.${format}"`,
    'x-content-type-options': 'nosniff',
  }
}
