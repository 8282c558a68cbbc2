/** Names and addresses use the shop's own fonts, also when the machine has other fonts installed. */
import { expect, test } from '#tests/e2e/shop-page.ts'

const SAMPLES = ['Ragi flour, 2 kg', '₹450', 'सविता देवी, पुणे', 'Āśā Pātīl', 'Müller, Łódź', 'Zoë Ørsted']
/** A character that a family lacks, also as a composition of letter and mark. The next family draws it. */
const NOT_DRAWN: Record<string, string> = { 'Anek Devanagari': 'Ł', Eczar: '₹' }
const WEIGHTS = [400, 500, 600, 650, 700, 750, 800]

test('the browser draws each script with the page’s font in every family and weight; English loads three files', async ({
  page,
}) => {
  const files: string[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'font') files.push(new URL(request.url()).pathname)
  })
  await page.goto('/products', { waitUntil: 'networkidle' })
  const english = files.map((file) => file.replace(/^\/assets\/|-[\w-]{8}\.woff2$/g, '')).sort()
  expect(english).toEqual(['anek-english', 'anek-rupee', 'eczar-english'])

  const lines = await page.evaluate(
    async ({ samples, weights }) => {
      const families = new Set(
        [...document.querySelectorAll('body, body *')].map((node) => getComputedStyle(node).fontFamily),
      )
      const place = document.createElement('div')
      place.id = 'samples'
      document.body.append(place)
      const rows = [...families].flatMap((family) =>
        weights.flatMap((weight) => samples.map((text) => ({ family, weight, text }))),
      )
      for (const { family, weight, text } of rows) {
        const line = document.createElement('p')
        line.style.fontFamily = family
        line.style.fontWeight = String(weight)
        line.textContent = text
        place.append(line)
      }
      await document.fonts.ready
      // The browser draws missing characters as boxes of equal width.
      const width = (letters: string, { family, weight }: { family: string; weight: number }) => {
        const span = document.createElement('span')
        span.style.fontFamily = family
        span.style.fontWeight = String(weight)
        span.textContent = letters
        place.append(span)
        return span.getBoundingClientRect().width
      }
      return rows.map((row) => ({ ...row, isBoxes: width('रररर', row) === width('मममम', row) }))
    },
    { samples: SAMPLES, weights: WEIGHTS },
  )
  expect(new Set(lines.map(({ family }) => family.split(',')[0]))).toEqual(
    new Set(['"Anek Devanagari Variable"', '"Eczar Variable"']),
  )

  const cdp = await page.context().newCDPSession(page)
  await cdp.send('DOM.enable')
  await cdp.send('CSS.enable')
  const { root } = await cdp.send('DOM.getDocument')
  const { nodeIds } = await cdp.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '#samples > p',
  })
  const foreignFonts: string[] = []
  for (const [at, nodeId] of nodeIds.entries()) {
    const { family = '', weight, text = '' } = lines[at] ?? {}
    const name = family.includes('Eczar') && !family.startsWith('"Anek') ? 'Eczar' : 'Anek Devanagari'
    const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
    const foreign = fonts.filter(
      ({ isCustomFont, familyName }) => !isCustomFont || !familyName.startsWith(name),
    )
    const letters = foreign.reduce((sum, { glyphCount }) => sum + glyphCount, 0)
    const allowed = [...text].filter((letter) => letter === NOT_DRAWN[name]).length
    if (letters > allowed) foreignFonts.push(`${name} ${weight} ${text}: ${JSON.stringify(foreign)}`)
  }
  expect(foreignFonts).toEqual([])
  expect(lines.filter(({ isBoxes }) => isBoxes)).toEqual([])
})
