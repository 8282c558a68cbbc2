const GROUNDS = ['#cdb894', '#b9a27c', '#d8c7a6', '#a98f6b']
const PACKS = ['#b5532d', '#c98a1b', '#6b7f3a', '#7a3b4e', '#3f6d6a']
const COLUMNS = 6

/**
 * A drawn picture of packets on a table, as the photo of a finished task. The number decides background, colour,
 * count and positions.
 */
export async function samplePhoto(number: number): Promise<Buffer> {
  const count = 9 + ((number * 7) % 16)
  const pack = PACKS[number % PACKS.length]
  const packets = Array.from({ length: count }, (_, at) => {
    const jitter = (seed: number) => ((at * 37 + number * 53 + seed * 17) % 23) - 11
    const x = 60 + (at % COLUMNS) * 118 + jitter(1)
    const y = 70 + Math.floor(at / COLUMNS) * 130 + jitter(2)
    return `<g transform="translate(${x} ${y}) rotate(${jitter(3)})">
      <rect x="5" y="7" width="84" height="108" rx="4" fill="#00000040"/>
      <rect width="84" height="108" rx="4" fill="${pack}"/>
      <rect x="10" y="${22 + (number % 5) * 6}" width="64" height="34" fill="#f4ead6"/>
    </g>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">
    <rect width="800" height="600" fill="${GROUNDS[number % GROUNDS.length]}"/>
    <rect y="${480 + (number % 4) * 20}" width="800" height="140" fill="#00000022"/>
    ${packets.join('')}</svg>`
  // Loaded here because only the first start draws.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer()
}
