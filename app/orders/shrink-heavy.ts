/** Loaded when a heavy photograph is chosen; a file of its own, so that the page does not carry it. */
import { shrink } from '#app/kit/shrink-photo.ts'

/** The files for an input, with the heavy ones made smaller where the browser can read them. */
export async function shrinkHeavy(
  files: readonly File[],
  isHeavy: (file: File) => boolean,
): Promise<FileList> {
  const sent = new DataTransfer()
  for (const file of files) {
    const shrunk = isHeavy(file) ? await shrink(file) : null
    sent.items.add(shrunk?.ok ? new File([shrunk.bytes], file.name, { type: shrunk.bytes.type }) : file)
  }
  return sent.files
}
