// Shapes, clips and grain for all drawings. All return SVG text.

let nextId = 0,
  prefix = 'i'
export const id = () => prefix + (nextId++).toString(36)
/* draw once, reuse within one SVG */
let drawn = new Map()
/* every drawing starts with ids of its own, so that several can be in one page */
export function begin(ownPrefix) {
  prefix = ownPrefix
  nextId = 0
  drawn = new Map()
}
export const reuse = (key, fn) => {
  key += coarseness
  if (drawn.has(key)) return `<use href="#${drawn.get(key)}"/>`
  const i = id()
  drawn.set(key, i)
  return `<g id="${i}">${fn()}</g>`
}
export const num = (v) => {
  const r = Math.round(v * 10) / 10
  return Object.is(r, -0) ? 0 : r
}
export const rad = (a) => (a * Math.PI) / 180
export function random(s) {
  let a = (s * 2654435761) >>> 0
  return () => {
    a |= 0
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
export const hex = (c) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16))
export const mix = (a, b, t) => {
  const A = hex(a),
    B = hex(b)
  return (
    '#' +
    A.map((v, i) =>
      Math.round(v + (B[i] - v) * t)
        .toString(16)
        .padStart(2, '0'),
    ).join('')
  )
}
export const transform = (s, x = 0, y = 0, { r = 0, k = 1, kx = k, ky = k } = {}) =>
  `<g transform="translate(${num(x)} ${num(y)})${r ? ` rotate(${num(r)})` : ''}${kx !== 1 || ky !== 1 ? ` scale(${+kx.toFixed(3)} ${+ky.toFixed(3)})` : ''}">${s}</g>`
export const fillPath = (d, fill, x = '') => `<path d="${d}" fill="${fill}"${x ? ` ${x}` : ''}/>`
export const strokePath = (d, stroke, w = 1.5, x = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round"${x ? ` ${x}` : ''}/>`
export const f1 = (v) => {
  v = Math.round(v * 10) / 10
  if (Object.is(v, -0)) v = 0
  return String(v).replace(/^(-?)0\./, '$1.')
}
export const rel = (a, b) => {
  const y = f1(b)
  return f1(a) + (y[0] === '-' ? '' : ' ') + y
}
export let coarseness = 0
export const coarse = (f) => {
  coarseness++
  const r = f()
  coarseness--
  return r
} /* coarse drawing for packs a few pixels tall */
/* Grain is most of a picture's bytes: neighbours follow each other on whole units, so steps are short. */
const BAND = 9
const inBands = (pts) => {
  const band = (y) => Math.floor(y / BAND)
  return [...pts].sort((a, b) => band(a[1]) - band(b[1]) || (band(a[1]) % 2 ? b[0] - a[0] : a[0] - b[0]))
}
export const dots = (pts, fill, d) => {
  if (!pts.length || (coarseness && d < 2.5)) return ''
  const steps = d < 2 ? 10 : 1
  let px = 0,
    py = 0,
    o = ''
  for (const [x, y] of inBands(pts)) {
    const a = Math.round((x - px) * steps) / steps,
      b = Math.round((y - py) * steps) / steps
    o += `m${rel(a, b)}h0`
    px += a
    py += b
  }
  return `<path d="${o.replace(/^m/, 'M')}" stroke="${fill}" stroke-width="${d}" stroke-linecap="round" fill="none"/>`
}
export const circle = (x, y, r, fill, o = '') =>
  `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${fill}"${o ? ` ${o}` : ''}/>`
export const ellipse = (x, y, a, b, fill, o = '') =>
  `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(a)}" ry="${num(b)}" fill="${fill}"${o ? ` ${o}` : ''}/>`
export const rect = (x, y, w, h, fill, r = 0, o = '') =>
  `<rect x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}"${r ? ` rx="${num(r)}"` : ''} fill="${fill}"${o ? ` ${o}` : ''}/>`
export const polygon = (pts, fill) => fillPath(`M${pts.map((p) => p.map(num).join(' ')).join('L')}Z`, fill)
export const clip = (d, inner) => {
  const c = id()
  return `<clipPath id="${c}"><path d="${d}"/></clipPath><g clip-path="url(#${c})">${inner}</g>`
}
/* one lamp, high on the left: every form is printed in its dark ink, then the
   same form in the main ink is slid up and left inside it, leaving a crescent */
export function form(d, fill, dark, { dx = -7, dy = -5, inside = '' } = {}) {
  const c = id()
  return `<clipPath id="${c}"><path d="${d}"/></clipPath><path d="${d}" fill="${dark}"/><g clip-path="url(#${c})"><path d="${d}" fill="${fill}" transform="translate(${dx} ${dy})"/>${inside}</g>`
}
/* printed grain: dots thicken toward the shadow side */
export function grain(x, y, w, h, count, seed, { bx = 1.6, by = 0.6 } = {}) {
  const R = random(seed),
    o = []
  let guard = 0
  while (o.length < count && guard++ < count * 20) {
    const u = R(),
      v = R()
    if (R() < u ** bx * (0.35 + 0.65 * v ** by)) o.push([x + u * w, y + v * h])
  }
  return o
}

export const cubicAt = (a, b, c, d, t) => {
  const m = 1 - t
  return [0, 1].map((i) => m * m * m * a[i] + 3 * m * m * t * b[i] + 3 * m * t * t * c[i] + t * t * t * d[i])
}

export const smoothClosed = (pts) => {
  const m = pts.length
  let d = `M${num(pts[0][0])} ${num(pts[0][1])}`
  for (let i = 0; i < m; i++) {
    const p0 = pts[(i - 1 + m) % m],
      p1 = pts[i],
      p2 = pts[(i + 1) % m],
      p3 = pts[(i + 2) % m]
    d += `C${num(p1[0] + (p2[0] - p0[0]) / 6)} ${num(p1[1] + (p2[1] - p0[1]) / 6)} ${num(p2[0] - (p3[0] - p1[0]) / 6)} ${num(p2[1] - (p3[1] - p1[1]) / 6)} ${num(p2[0])} ${num(p2[1])}`
  }
  return `${d}Z`
}

export const mul = (c, k) =>
  '#' +
  hex(c)
    .map((v, i) =>
      Math.round(v * k[i])
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
export const darker = (c, t = 0.26) => mul(c, [1 - 0.62 * t, 1 - 0.86 * t, 1 - 0.9 * t]),
  lighter = (c, t = 0.5) => mix(c, '#ffffff', t)
