import { inks } from './inks.mjs'
import {
  circle,
  clip,
  darker,
  dots,
  ellipse,
  fillPath,
  form,
  mix,
  rad,
  random,
  rect,
  strokePath,
} from './pen.mjs'

// People without features, so no one is a stock figure.
export const SKIN = [
  ['#a8653c', '#84482a'],
  ['#8a4f2f', '#683620'],
  ['#c07f52', '#9a5e38'],
  ['#6f3d26', '#512a1a'],
  ['#b87346', '#91552f'],
]

export function portrait({
  bg = inks.haldi[300],
  skin = 0,
  hair = inks.ragi[900],
  style = 'bun',
  cloth = inks.mirch[500],
  cloth2 = inks.haldi[300],
  acc = [],
  disc,
} = {}) {
  const [S, D] = SKIN[skin]
  const hd = mix(hair, '#000000', 0.3),
    hl = mix(hair, '#ffffff', 0.14)
  let o = rect(0, 0, 240, 240, bg)
  if (disc) o += circle(120, 128, 92, disc)
  // hair behind
  if (style === 'bun')
    o += form('M158 62C176 56 190 70 186 88C182 104 164 106 156 96Z', hair, hd, { dx: -3, dy: -3 })
  if (style === 'gajra') {
    o += form('M156 70C178 62 194 80 188 102C182 120 160 118 154 104Z', hair, hd, { dx: -3, dy: -3 })
    const _R = random(4)
    for (let i = 0; i < 13; i++) {
      const a = rad(-70 + i * 17)
      o +=
        circle(171 + Math.cos(a) * 18, 93 + Math.sin(a) * 20, 5.2, '#fffaf0') +
        circle(170 + Math.cos(a) * 18, 92 + Math.sin(a) * 20, 1.6, inks.haldi[300])
    }
  }
  if (style === 'long')
    o += form('M76 88C70 150 66 180 58 210H186C178 176 170 150 166 86Z', hair, hd, { dx: -10, dy: 0 })
  if (style === 'bob')
    o += form('M72 84C66 120 70 150 80 158H162C172 146 172 116 168 84Z', hair, hd, { dx: -8, dy: 0 })
  if (style === 'plait')
    o += [0, 1, 2, 3, 4]
      .map((i) =>
        form(`M${70 - i * 2} ${150 + i * 20}c-12 4 -14 18 0 22c14 -2 16 -18 0 -22Z`, hair, hd, {
          dx: -2,
          dy: -2,
        }),
      )
      .join('')
  // shoulders
  const sh = 'M22 246C24 206 44 190 84 182L120 176L156 182C196 190 216 206 218 246Z'
  o += form(sh, cloth, darker(cloth, 0.34), { dx: -16, dy: -3, inside: '' })
  if (acc.includes('sari')) {
    o += clip(
      sh,
      fillPath('M60 172C96 196 150 216 224 230V262H140C96 236 66 214 40 190Z', cloth2) +
        fillPath('M60 172C96 196 150 216 224 230L224 238C146 224 92 204 52 178Z', darker(cloth2, 0.4)) +
        fillPath('M40 190C66 214 96 236 140 262L130 262C90 240 58 218 34 196Z', darker(cloth2, 0.4)) +
        dots(
          [
            [70, 198],
            [86, 208],
            [102, 217],
            [118, 225],
            [134, 232],
            [150, 238],
            [92, 226],
            [110, 238],
            [170, 240],
            [76, 214],
          ],
          cloth,
          4,
        ),
    )
  }
  if (acc.includes('kurta'))
    o += clip(
      sh,
      fillPath('M104 176L120 236L136 176Z', S) +
        strokePath('M102 178L120 214L138 178', darker(cloth, 0.5), 5) +
        strokePath('M120 214V250', darker(cloth, 0.5), 3) +
        circle(126, 228, 2.4, cloth2),
    )
  if (acc.includes('shirt'))
    o += clip(
      sh,
      fillPath('M92 180L120 212L106 226L80 186Z', mix(cloth, '#ffffff', 0.35)) +
        fillPath('M148 180L120 212L134 226L160 186Z', mix(cloth, '#ffffff', 0.12)) +
        strokePath('M120 214V250', darker(cloth, 0.4), 2.6),
    )
  if (acc.includes('tee')) o += clip(sh, fillPath('M90 180Q120 214 150 180L156 184Q120 226 84 184Z', cloth2))
  if (acc.includes('scarf')) {
    const f = cloth2
    o += form(
      'M26 232C40 196 62 176 68 136C58 66 88 32 122 32C158 32 184 66 174 134C180 174 200 196 214 232C196 246 150 252 120 250C90 252 44 246 26 232Z',
      f,
      darker(f, 0.34),
      {
        dx: -14,
        dy: -3,
        inside: strokePath(
          'M92 170C104 200 110 224 112 252M150 168C142 196 136 222 134 252',
          darker(f, 0.3),
          3,
        ),
      },
    )
  }
  // neck
  o +=
    fillPath('M100 138H140V178Q120 196 100 178Z', S) +
    fillPath('M104 152Q124 172 140 160V178Q132 187 122 188C128 176 120 164 104 152Z', D)
  // ear
  if (!acc.includes('scarf') && style !== 'bob' && style !== 'long') o += ellipse(157, 112, 7, 11, D)
  // head
  const hdp = 'M82 96C80 66 98 50 120 50C144 50 158 66 157 98C156 132 142 160 120 160C98 160 84 130 82 96Z'
  o += form(hdp, S, D, { dx: -13, dy: -4 })
  // hair in front
  if (style === 'bun' || style === 'gajra' || style === 'plait')
    o += form(
      'M78 100C70 60 92 40 122 40C152 40 166 62 160 104C156 88 148 74 132 64C124 60 118 58 112 58C96 66 84 80 78 100Z',
      hair,
      hd,
      { dx: -7, dy: -3, inside: strokePath('M112 57C104 62 95 70 90 80', hl, 2) },
    )
  if (style === 'long')
    o += form(
      'M74 118C64 62 90 38 122 38C154 38 172 64 166 120C160 92 146 76 116 60C98 70 82 88 74 118Z',
      hair,
      hd,
      { dx: -7, dy: -3, inside: strokePath('M116 58C104 64 96 72 90 84', hl, 2) },
    )
  if (style === 'bob')
    o += form(
      'M70 124C60 64 88 38 122 38C158 38 176 68 168 124C166 104 160 92 154 84C128 88 104 82 92 70C84 84 76 100 70 124Z',
      hair,
      hd,
      { dx: -7, dy: -3, inside: strokePath('M92 68C98 60 106 54 116 50', hl, 2.4) },
    )
  if (style === 'short')
    o += form(
      'M80 98C72 60 92 38 124 38C154 36 166 64 158 100C154 90 152 84 150 76C134 78 110 76 98 66C90 74 84 84 80 98Z',
      hair,
      hd,
      { dx: -6, dy: -3, inside: strokePath('M100 62C106 54 114 50 124 49', hl, 2.4) },
    )
  if (style === 'curly') {
    const pts = [
      [84, 84],
      [88, 66],
      [100, 52],
      [118, 44],
      [138, 46],
      [152, 58],
      [160, 76],
      [160, 94],
      [80, 98],
    ]
    o +=
      pts.map(([x, y]) => circle(x, y, 15, hair)).join('') +
      pts.map(([x, y]) => circle(x - 3, y - 4, 4, hl)).join('')
  }
  if (acc.includes('scarf')) {
    o +=
      fillPath(
        'M82 96C80 66 98 50 120 50C144 50 158 66 157 98C152 78 142 66 122 60C102 66 88 78 82 96Z',
        hair,
      ) +
      strokePath('M88 172C74 138 70 48 120 46C170 48 168 138 154 170', mix(cloth2, inks.mirch[500], 0.55), 6)
  }
  if (acc.includes('beard'))
    o +=
      fillPath(
        'M86 112C88 146 100 166 121 166C142 166 154 142 156 110C148 128 138 132 121 132C104 132 94 128 86 112Z',
        hair,
      ) + fillPath('M130 132C142 131 150 126 156 110C154 142 142 166 121 166C134 158 138 146 130 132Z', hd)
  if (acc.includes('bindi')) o += circle(114, 86, 3.4, inks.mirch[500])
  if (acc.includes('glasses'))
    o +=
      `<g fill="none" stroke="${inks.ragi[900]}" stroke-width="3.2"><circle cx="101" cy="104" r="14"/><circle cx="135" cy="104" r="14"/><path d="M115 102q3-3 6 0M87 101l-6-3M149 101l8-2"/></g>` +
      fillPath('M93 98a11 11 0 0 1 9-6l-10 16a11 11 0 0 1 1-10Z', '#ffffff', 'opacity=".5"') +
      fillPath('M127 98a11 11 0 0 1 9-6l-10 16a11 11 0 0 1 1-10Z', '#ffffff', 'opacity=".5"')
  if (acc.includes('earring'))
    o += circle(158, 126, 4.6, inks.haldi[400]) + circle(157, 125, 1.5, inks.haldi[100])
  if (acc.includes('phones'))
    o +=
      strokePath('M78 100C74 58 94 34 122 34C152 34 170 58 164 100', cloth2, 6) +
      form('M150 90h14a6 6 0 0 1 6 6v26a6 6 0 0 1 -6 6h-14Z', cloth2, darker(cloth2, 0.4), {
        dx: -5,
        dy: -3,
      }) +
      rect(72, 92, 13, 34, cloth2, 5)
  return o
}

export const PORTRAITS = {
  asha: {
    bg: inks.haldi[300],
    disc: inks.haldi[200],
    skin: 0,
    style: 'gajra',
    cloth: inks.bajra[600],
    cloth2: inks.gulab[300],
    acc: ['sari', 'bindi', 'earring'],
  },
  farida: {
    bg: inks.bajra[300],
    disc: inks.bajra[200],
    skin: 2,
    style: 'none',
    cloth: inks.ragi[600],
    cloth2: inks.straw[100],
    acc: ['scarf'],
  },
  joseph: {
    bg: inks.gulab[200],
    disc: inks.gulab[100],
    skin: 3,
    style: 'short',
    cloth: inks.straw[200],
    cloth2: inks.ragi[700],
    acc: ['kurta', 'beard'],
  },
  meenakshi: {
    bg: inks.mirch[500],
    disc: inks.mirch[400],
    skin: 1,
    style: 'bun',
    hair: '#6d6560',
    cloth: inks.straw[200],
    cloth2: inks.haldi[400],
    acc: ['sari', 'glasses', 'bindi'],
  },
  ritu: {
    bg: inks.mint[300],
    disc: inks.mint[200],
    skin: 4,
    style: 'bob',
    cloth: inks.lake[600],
    cloth2: inks.nimbu[300],
    acc: ['shirt'],
  },
  kabir: {
    bg: inks.lake[300],
    disc: inks.lake[200],
    skin: 0,
    style: 'curly',
    cloth: inks.aam[400],
    cloth2: inks.lake[800],
    acc: ['tee', 'phones'],
  },
  sunita: {
    bg: inks.straw[300],
    disc: inks.straw[200],
    skin: 3,
    style: 'bun',
    cloth: inks.mirch[500],
    cloth2: inks.bajra[300],
    acc: ['sari', 'bindi', 'earring'],
  },
  devi: {
    bg: inks.ragi[600],
    disc: inks.ragi[500],
    skin: 2,
    style: 'long',
    cloth: inks.gulab[300],
    cloth2: inks.straw[100],
    acc: ['kurta', 'glasses'],
  },
}
