/** A form's unsaved text in local storage, until it is saved, discarded or its owner signs out. */
import { readLocal, writeLocal } from '#app/kit/browser/browser-state.ts'
import { UNSAVED } from '#app/kit/paths.ts'

/** Stores a form's fields, files excepted. False when the browser refuses its storage. */
export function storeText(key: string, form: FormData): boolean {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return writeLocal(UNSAVED + key, new URLSearchParams(texts).toString())
}

/** Returns the stored fields; null for none. */
export function storedText(key: string): FormData | null {
  const stored = readLocal(UNSAVED + key)
  if (stored === '') return null
  const form = new FormData()
  for (const [name, text] of new URLSearchParams(stored)) form.append(name, text)
  return form
}

export function removeText(key: string): void {
  writeLocal(UNSAVED + key, '')
}
