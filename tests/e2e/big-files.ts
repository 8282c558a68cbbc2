/** Creates large files in the page, because sending megabytes to the browser takes too long. */
import type { Locator } from '@playwright/test'

/** Chooses an unreadable file of this many bytes in a file field. */
export async function chooseFile(field: Locator, name: string, bytes: number): Promise<void> {
  await field.evaluate(
    (input: HTMLInputElement, { name, bytes }) => {
      const chosen = new DataTransfer()
      chosen.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }))
      input.files = chosen.files
    },
    { name, bytes },
  )
}

/** Chooses a photograph above the shop's limit of 5 MB. */
export async function chooseLargePhoto(field: Locator): Promise<void> {
  await field.evaluate(async (input: HTMLInputElement) => {
    const side = 1_700
    const canvas = new OffscreenCanvas(side, side)
    // Noise stays large as a JPEG.
    const noise = Uint32Array.from({ length: side * side }, () => 0xff000000 | (Math.random() * 0xffffff))
    const pixels = new ImageData(new Uint8ClampedArray(noise.buffer), side, side)
    canvas.getContext('2d')?.putImageData(pixels, 0, 0)
    const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })
    const chosen = new DataTransfer()
    chosen.items.add(new File([photo], 'large.jpg', { type: 'image/jpeg' }))
    input.files = chosen.files
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }))
  })
}
