const key = (name) => (name.includes('-') ? `'${name}'` : name)

/** The TypeScript module that knows the size of each drawing, so that pages can reserve its space. */
export function sizesModule(drawings) {
  const rows = drawings
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, box: [, , width, height] }) => `  ${key(name)}: [${width}, ${height}],`)
  return `// Written by design/illustrations/draw.mjs; change the drawings there.
const sizes: Record<string, readonly [number, number]> = {
${rows.join('\n')}
}

/** Width and height of one of our drawings, by its URL; empty for any other picture. */
export function illustrationSize(url: string): { width?: number; height?: number } {
  const size = sizes[url.match(/^\\/illustrations\\/([\\w-]+)\\.svg$/)?.[1] ?? '']
  return size ? { width: size[0], height: size[1] } : {}
}
`
}
