// Type drawn as outlines, so that each SVG works in an <img>. Widths come from the packages' full files.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import wawoff2 from 'wawoff2'
import { coarseness, num } from './pen.mjs'

export const FILES = {
  anek: 'anek-devanagari/files/anek-devanagari-latin-standard-normal.woff2',
  anekDeva: 'anek-devanagari/files/anek-devanagari-devanagari-standard-normal.woff2',
  eczar: 'eczar/files/eczar-latin-wght-normal.woff2',
  eczarDeva: 'eczar/files/eczar-devanagari-wght-normal.woff2',
}
export const require = createRequire(import.meta.url)
export const FACE = {},
  VAR = new Map()
for (const [k, f] of Object.entries(FILES))
  FACE[k] = fontkit.create(
    Buffer.from(await wawoff2.decompress(readFileSync(require.resolve(`@fontsource-variable/${f}`)))),
  )
export const face = (f, wght, wdth) => {
  const k = `${f}${wght}/${wdth}`
  if (!VAR.has(k)) VAR.set(k, FACE[f].getVariation(f.startsWith('anek') ? { wght, wdth } : { wght }))
  return VAR.get(k)
}
export const isDeva = (s) => /[\u0900-\u097f]/.test(s)
export function measure(str, { f = 'anek', wght = 700, wdth = 100, size = 20, track = 0 } = {}) {
  const F = face(isDeva(str) ? `${f}Deva` : f, wght, wdth)
  return (F.layout(str).advanceWidth / F.unitsPerEm) * size + track * size * (str.length - 1)
}
/* lettering('Ragi',x,y,{f:'eczar',wght:800,size:40,fit:120}) -> one <path>; fit scales size to a width */
export function lettering(str, x, y, o = {}) {
  let {
    f = 'anek',
    wght = 700,
    wdth = 100,
    size = 20,
    fill = '#000',
    anchor = 'start',
    track = 0,
    fit,
    max,
    extra = '',
  } = o
  const F = face(isDeva(str) ? `${f}Deva` : f, wght, wdth),
    run = F.layout(str)
  const wid = (s) => (run.advanceWidth / F.unitsPerEm) * s + track * s * (run.glyphs.length - 1)
  if (fit) size = (size * fit) / wid(size)
  if (max && wid(size) > max) size = (size * max) / wid(size)
  const k = size / F.unitsPerEm
  let cx = x - (anchor === 'middle' ? wid(size) / 2 : anchor === 'end' ? wid(size) : 0),
    d = ''
  if (coarseness && size < 60)
    return `<path d="M${num(cx)} ${num(y - size * 0.5)}h${num(wid(size))}v${num(size * 0.46)}H${num(cx)}Z" fill="${fill}"${extra ? ` ${extra}` : ''} opacity=".85"/>`
  const R = size < 13 ? 100 : 10,
    rd = (v) => Math.round(v * R) / R,
    fs = (v) => {
      v = rd(v)
      if (Object.is(v, -0)) v = 0
      return String(v).replace(/^(-?)0\./, '$1.')
    }
  let px = 0,
    py = 0,
    sx = 0,
    sy = 0
  const pr = (X, Y) => {
      const a = fs(X - px),
        b = fs(Y - py)
      return a + (b[0] === '-' ? '' : ' ') + b
    },
    go = (X, Y) => {
      px = rd(px + rd(X - px))
      py = rd(py + rd(Y - py))
    }
  run.glyphs.forEach((g, i) => {
    const p = run.positions[i],
      ox = cx + p.xOffset * k,
      oy = y - p.yOffset * k
    for (const c of g.path.commands) {
      const a = c.args.map((v, j) => (j % 2 ? oy - v * k : ox + v * k))
      if (c.command === 'moveTo') {
        d += (d ? 'm' : 'M') + pr(a[0], a[1])
        go(a[0], a[1])
        sx = px
        sy = py
      } else if (c.command === 'lineTo') {
        const ax = fs(a[0] - px),
          ay = fs(a[1] - py)
        d += ay === '0' ? `h${ax}` : ax === '0' ? `v${ay}` : `l${pr(a[0], a[1])}`
        go(a[0], a[1])
      } else if (c.command === 'quadraticCurveTo') {
        const u = pr(a[0], a[1]),
          v = pr(a[2], a[3])
        d += `q${u}${v[0] === '-' ? '' : ' '}${v}`
        go(a[2], a[3])
      } else if (c.command === 'bezierCurveTo') {
        const u = pr(a[0], a[1]),
          v = pr(a[2], a[3]),
          w = pr(a[4], a[5])
        d += `c${u}${v[0] === '-' ? '' : ' '}${v}${w[0] === '-' ? '' : ' '}${w}`
        go(a[4], a[5])
      } else {
        d += 'z'
        px = sx
        py = sy
      }
    }
    cx += p.xAdvance * k + track * size
  })
  return `<path d="${d}" fill="${fill}"${extra ? ` ${extra}` : ''}/>`
}
export const sizeFor = (str, fit, o) => (20 * fit) / measure(str, { ...o, size: 20 })
