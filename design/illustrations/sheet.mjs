import { inks } from './inks.mjs'

const STYLE = `body{margin:0;padding:24px;background:${inks.straw[50]};color:${inks.ragi[800]};font:500 10px system-ui;
display:grid;grid-template-columns:repeat(9,1fr);gap:10px}figure{margin:0}figcaption{padding:5px 2px}
img{display:block;width:100%;height:150px;padding:10px;box-sizing:border-box;object-fit:contain;background:${inks.straw[200]}}`

/** Returns a page that shows all drawings for review. `folder`: the folder of their files. */
export function contactSheet(drawings, folder) {
  const figures = drawings.map(
    ({ name }) =>
      `<figure><img src="file://${folder}/${name}.svg" alt=""><figcaption>${name}</figcaption></figure>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Illustrations</title><style>${STYLE}</style>${figures.join('\n')}`
}
