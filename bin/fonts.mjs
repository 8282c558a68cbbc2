// Cuts the page fonts, and writes the stylesheet that names them:
//   node bin/fonts.mjs     writes app/kit/fonts and app/kit/fonts.css
// The letters of English pages are in separate small files; others (a name with an accent, Hindi) come from the
// packages' whole files when a page needs them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import subsetFont from 'subset-font'

const ROOT = path.resolve(import.meta.dirname, '..')
const PACKAGES = path.join(ROOT, 'node_modules/@fontsource-variable')
const OUT = path.join(ROOT, 'app/kit/fonts')

/** ASCII, and the signs of our texts: U+A0 A3 A9 B0 B5 B7 BD D7 E9, dashes, quotes, bullet, ellipsis, arrows, minus. */
const ENGLISH = `${String.fromCodePoint(...Array.from({ length: 0x5f }, (_, i) => 0x20 + i))}\u00a0£©°µ·½×é–—‘’“”•…←→−`
/** The rupee sign is in another file than the letters. */
const RUPEE = '₹'

/**
 * The weights in use. All faces of a family declare this same range, because Chromium would pick one of several
 * ranges and never load the others.
 */
const WEIGHTS = { min: 400, max: 800 }
/** OpenType features of our text: kerning, ligatures, tabular figures, and the shapes that heavy letters need. */
const FEATURES = ['kern', 'liga', 'tnum', 'rvrn']

const CUTS = [
  ['anek-devanagari', 'anek-devanagari-latin-wght-normal', ENGLISH, 'anek-english'],
  ['anek-devanagari', 'anek-devanagari-latin-ext-wght-normal', RUPEE, 'anek-rupee'],
  ['eczar', 'eczar-latin-wght-normal', ENGLISH, 'eczar-english'],
]

// Where ranges of a family overlap, the last face takes precedence, and browsers do not load the others while they wait
// for it. Wide ranges are shorter to write: a letter that a file lacks comes from the face before it.
const ENGLISH_RANGE = 'U+0020-007E, U+00A0-00FF, U+2010-2026, U+2190-2192, U+2212'
const RUPEE_RANGE = 'U+20B9'
const DEVANAGARI = 'U+0900-097F, U+1CD0-1CF9, U+200C-200D, U+20A8, U+25CC, U+A830-A839, U+A8E0-A8FF'
/**
 * Has all letters, because browsers compose Ā from a letter and a mark only if both are in the range of one face.
 * Leaves out ← and →: no file of Anek has them, so a page with an arrow would load this file in vain.
 */
const LATIN = 'U+0000-036F, U+1D00-1EFF, U+2000-2122, U+2191, U+2193, U+2C60-2C7F, U+A720-A7FF'
/** The letters of Eczar's "latin-ext". It precedes "latin", which lacks ī and would compose it with a dot. */
const EXTENDED = 'U+0100-1EFF'

const whole = (family, script) => `@fontsource-variable/${family}/files/${family}-${script}-wght-normal.woff2`
const cut = (name) => `./fonts/${name}.woff2`

const FAMILIES = [
  {
    about: 'Anek Devanagari: text, controls, prices',
    name: 'Anek Devanagari Variable',
    metrics: ' ascent-override: 97%; descent-override: 40%; line-gap-override: 0%;',
    faces: [
      // The "latin-ext" file has only marks; "latin" has the letters and marks that compose Ā, ī and ś.
      [whole('anek-devanagari', 'latin'), LATIN],
      [whole('anek-devanagari', 'devanagari'), DEVANAGARI],
      [cut('anek-english'), ENGLISH_RANGE],
      [cut('anek-rupee'), RUPEE_RANGE],
    ],
  },
  {
    about: 'Eczar: Harvest headings',
    name: 'Eczar Variable',
    metrics: '',
    faces: [
      [whole('eczar', 'latin'), LATIN],
      [whole('eczar', 'latin-ext'), EXTENDED],
      [whole('eczar', 'devanagari'), DEVANAGARI],
      [cut('eczar-english'), ENGLISH_RANGE],
    ],
  },
]

function facesOf({ about, name, metrics, faces }) {
  const rules = faces.map(
    ([src, range]) => `@font-face {
  font-family: "${name}";
  src: url("${src}");
  font-weight: ${WEIGHTS.min} ${WEIGHTS.max}; font-display: swap;${metrics}
  unicode-range: ${range};
}`,
  )
  return [`/* ---- ${about} ---- */`, ...rules].join('\n')
}

const TOP = `/* Written by bin/fonts.mjs. Our own faces over the \`wght\` files of the packages, because four things differ from theirs:
   - the letters of English pages are cut out into small files of their own;
   - the rupee sign has a file of its own, or every price would download the Hindi file;
   - Anek is drawn with room for Devanagari marks, so Latin sits high in its line: ascent and descent centre it;
   - local fallback fonts have the same widths and line boxes, so nothing moves when the file arrives. */`

const STAND_INS = `/* ---- Stand-ins. size-adjust = our mean letter width / theirs; the overrides are divided by it. Latin only, so that
        Hindi text waiting for its file falls through to a system Devanagari font. ---- */
@font-face {
  font-family: "Anek Fallback"; src: local("Arial"), local("ArialMT"), local("Liberation Sans"), local("Helvetica");
  font-weight: 100 549; size-adjust: 94.1%; ascent-override: 103.1%; descent-override: 42.5%; line-gap-override: 0%;
  unicode-range: U+0000-02FF, U+2000-20BF, U+2100-22FF;
}
@font-face {
  font-family: "Anek Fallback"; src: local("Arial Bold"), local("Arial-BoldMT"), local("Liberation Sans Bold"), local("Helvetica Bold");
  font-weight: 550 800; size-adjust: 91.4%; ascent-override: 106.1%; descent-override: 43.8%; line-gap-override: 0%;
  unicode-range: U+0000-02FF, U+2000-20BF, U+2100-22FF;
}
@font-face {
  font-family: "Anek Fallback Roboto"; src: local("Roboto"), local("Roboto-Regular");
  font-weight: 100 549; size-adjust: 94.3%; ascent-override: 102.9%; descent-override: 42.4%; line-gap-override: 0%;
  unicode-range: U+0000-02FF, U+2000-20BF, U+2100-22FF;
}
@font-face {
  font-family: "Anek Fallback Roboto"; src: local("Roboto Bold"), local("Roboto-Bold");
  font-weight: 550 800; size-adjust: 97%; ascent-override: 100%; descent-override: 41.2%; line-gap-override: 0%;
  unicode-range: U+0000-02FF, U+2000-20BF, U+2100-22FF;
}
@font-face {
  font-family: "Anek Fallback DejaVu"; src: local("DejaVu Sans"), local("DejaVuSans");
  font-weight: 100 549; size-adjust: 82.6%; ascent-override: 117.5%; descent-override: 48.5%; line-gap-override: 0%;
  unicode-range: U+0000-02FF, U+2000-20BF, U+2100-22FF;
}
@font-face {
  font-family: "Anek Fallback DejaVu"; src: local("DejaVu Sans Bold"), local("DejaVuSans-Bold");
  font-weight: 550 800; size-adjust: 76.5%; ascent-override: 126.8%; descent-override: 52.3%; line-gap-override: 0%;
  unicode-range: U+0000-02FF, U+2000-20BF, U+2100-22FF;
}
@font-face {
  font-family: "Eczar Fallback"; src: local("Georgia Bold"), local("Georgia-Bold");
  font-weight: 400 800; size-adjust: 96.2%; ascent-override: 118.8%; descent-override: 65.9%; line-gap-override: 0%;
  unicode-range: U+0000-02FF, U+2000-20BF, U+2100-22FF;
}
@font-face {
  font-family: "Eczar Fallback Noto"; src: local("Noto Serif Bold"), local("NotoSerif-Bold");
  font-weight: 400 800; size-adjust: 97.5%; ascent-override: 117.2%; descent-override: 65%; line-gap-override: 0%;
  unicode-range: U+0000-02FF, U+2000-20BF, U+2100-22FF;
}
@font-face {
  font-family: "Eczar Fallback Times"; src: local("Times New Roman Bold"), local("TimesNewRomanPS-BoldMT"), local("Liberation Serif Bold");
  font-weight: 400 800; size-adjust: 115.4%; ascent-override: 99%; descent-override: 54.9%; line-gap-override: 0%;
  unicode-range: U+0000-02FF, U+2000-20BF, U+2100-22FF;
}
@font-face {
  font-family: "Eczar Fallback DejaVu"; src: local("DejaVu Serif Bold"), local("DejaVuSerif-Bold");
  font-weight: 400 800; size-adjust: 87.9%; ascent-override: 129.7%; descent-override: 71.7%; line-gap-override: 0%;
  unicode-range: U+0000-02FF, U+2000-20BF, U+2100-22FF;
}`

mkdirSync(OUT, { recursive: true })
for (const [family, file, letters, name] of CUTS) {
  const bytes = readFileSync(path.join(PACKAGES, family, 'files', `${file}.woff2`))
  const smaller = await subsetFont(bytes, letters, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
    keepFeatures: FEATURES,
  })
  writeFileSync(path.join(OUT, `${name}.woff2`), smaller)
  console.log(`${name}: ${bytes.length} → ${smaller.length} bytes`)
}
const stylesheet = [TOP, ...FAMILIES.map(facesOf), STAND_INS].join('\n\n')
writeFileSync(path.join(ROOT, 'app/kit/fonts.css'), `${stylesheet}\n`)
