const FORM = /<form\b([^>]*)>(.*?)<\/form>/gs
const CONTROL = /<input\b([^>]*)>|<(select|textarea)\b([^>]*)>(.*?)<\/\2>/gs
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/**
 * Reads the form that contains `mark` (a field's name or a hidden value), with the values that a browser would
 * send unchanged. Relies on React's HTML, whose attributes are quoted and contain no tags.
 */
export function readForm(html: string, mark: string): FormData | URLSearchParams {
  const match = [...html.matchAll(FORM)].find(([whole]) => whole.includes(mark))
  if (!match) throw new Error(`no form with ${mark}`)
  const [, formAttributes = '', content = ''] = match
  const isMultipart = attributesOf(formAttributes).enctype === 'multipart/form-data'
  const form = isMultipart ? new FormData() : new URLSearchParams()
  for (const [, inputAttributes, tag, otherAttributes = '', body = ''] of content.matchAll(CONTROL)) {
    const { name, type, value, ...rest } = attributesOf(inputAttributes ?? otherAttributes)
    const isOff = (type === 'checkbox' || type === 'radio') && !('checked' in rest)
    if (!name || 'disabled' in rest || isOff) continue
    if (type === 'file') {
      if (form instanceof FormData) form.append(name, new File([], ''))
    } else if (tag === 'select') form.append(name, selectedValue(body))
    else if (tag === 'textarea') form.append(name, decodeEntities(body))
    else form.append(name, value ?? (type === 'checkbox' ? 'on' : ''))
  }
  return form
}

function selectedValue(options: string): string {
  const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, text = '']) => attributesOf(text))
  return (all.find((option) => 'selected' in option) ?? all[0])?.value ?? ''
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)]
  return Object.fromEntries(
    pairs.map(([, name = '', value = '']) => [name.toLowerCase(), decodeEntities(value)]),
  )
}

/** Decodes the character references of HTML text. */
function decodeEntities(html: string): string {
  return html.replace(/&([\w#]+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}
