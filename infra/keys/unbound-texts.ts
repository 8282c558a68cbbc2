import type { FileStore } from '#shop/files.ts'

/** Beside the photos and not in the database, so that who can write to the database alone cannot take it away. */
const MARKER = 'keys/all-texts-are-bound'

/** Encrypted texts that versions before bound to no row, and plain ones before them. */
export type UnboundTexts = {
  /** True until all texts of the database have been bound once. */
  areAccepted(): Promise<boolean>
  /** From now on they are refused. */
  refuse(): Promise<void>
}

/** One answer for all processes that share the files. */
export function unboundTexts(files: FileStore): UnboundTexts {
  let isOver = false
  return {
    async areAccepted() {
      // It is never taken away again.
      isOver ||= (await files.read(MARKER)) !== null
      return !isOver
    },
    async refuse() {
      if (!isOver) await files.put(MARKER, Buffer.from('1'), 'text/plain')
    },
  }
}
