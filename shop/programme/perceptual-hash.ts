/** Compares photos by perceptual hashes: 64 bits as 16 hexadecimal digits. */

/** Photos whose hashes differ in at most this many bits count as the same picture. */
export const MAX_HAMMING_DISTANCE = 6

/** A hash is indexed in four bands of 16 bits. */
const BANDS = [0, 1, 2, 3] as const
const BAND_DIGITS = 4
const BAND_BITS = 16

/**
 * For each band, the 17 values within one bit of it. Six differing bits cannot be two or more in each of four bands, so
 * every similar hash has one of these values in at least one band.
 */
export function nearBands(look: string): number[][] {
  return BANDS.map((band) => {
    const value = Number.parseInt(look.slice(band * BAND_DIGITS, (band + 1) * BAND_DIGITS), 16)
    return [value, ...Array.from({ length: BAND_BITS }, (_, bit) => value ^ (1 << bit))]
  })
}
