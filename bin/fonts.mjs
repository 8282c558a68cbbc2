// Cuts the font files that every English page needs down to the letters that English pages use:
//   node bin/fonts.mjs     writes app/assets/fonts; app/styles/fonts.css names the same letters as `unicode-range`
// Whatever else a page shows (a name with an accent, Hindi) comes from the whole files of the packages, when needed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import subsetFont from 'subset-font'

const ROOT = path.resolve(import.meta.dirname, '..')
const PACKAGES = path.join(ROOT, 'node_modules/@fontsource-variable')
const OUT = path.join(ROOT, 'app/assets/fonts')

/** ASCII, and the signs of our own texts: U+A0 A3 A9 B0 B5 B7 BD D7 E9, dashes, quotes, bullet, ellipsis, arrows, minus. */
const ENGLISH = `${String.fromCodePoint(...Array.from({ length: 0x5f }, (_, i) => 0x20 + i))}\u00a0£©°µ·½×é–—‘’“”•…←→−`
/** The rupee sign lives in another file than the letters. */
const RUPEE = '₹'

/** Nothing of ours is drawn thinner or heavier than this. */
const WEIGHTS = { wght: { min: 400, max: 800 } }
/** What our text makes use of: kerning, ligatures, figures of one width, and the shapes that heavy letters need. */
const FEATURES = ['kern', 'liga', 'tnum', 'rvrn']

const CUTS = [
  ['anek-devanagari', 'anek-devanagari-latin-wght-normal', ENGLISH, 'anek-english'],
  ['anek-devanagari', 'anek-devanagari-latin-ext-wght-normal', RUPEE, 'anek-rupee'],
  ['eczar', 'eczar-latin-wght-normal', ENGLISH, 'eczar-english'],
]

mkdirSync(OUT, { recursive: true })
for (const [family, file, letters, name] of CUTS) {
  const whole = readFileSync(path.join(PACKAGES, family, 'files', `${file}.woff2`))
  const cut = await subsetFont(whole, letters, {
    targetFormat: 'woff2',
    variationAxes: WEIGHTS,
    keepFeatures: FEATURES,
  })
  writeFileSync(path.join(OUT, `${name}.woff2`), cut)
  console.log(`${name}: ${whole.length} → ${cut.length} bytes`)
}
