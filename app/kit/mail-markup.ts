/** The elements that emails of the shop have. */
const ELEMENTS =
  'html|head|meta|title|body|div|span|p|h[1-6]|a|b|i|em|strong|small|br|hr|ul|ol|li|table|tbody|tr|td|th|blockquote|img'
const TAG = new RegExp(`<!doctype html>|</?(?:${ELEMENTS})(?:\\s+(?!on)[a-z-]+(?:="[^"<>]*")?)*\\s*/?>`, 'gi')
const SCRIPT_ADDRESS = /="\s*(?:javascript|data|vbscript):/i

/** True for markup of elements and attributes that run nothing, as the shop's emails are written. */
export function isMailMarkup(html: string): boolean {
  return !html.replace(TAG, '').includes('<') && !SCRIPT_ADDRESS.test(html)
}
