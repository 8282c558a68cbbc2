const key = (name) => (name.includes('-') ? `'${name}'` : name)

/** Returns the TypeScript module with the size of each drawing, by which pages reserve its space. */
export function sizesModule(drawings) {
  const rows = drawings
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, box: [, , width, height] }) => `  ${key(name)}: [${width}, ${height}],`)
  return `// Written by design/illustrations/draw.mjs. To change the drawings, edit that file.
const sizes: Record<string, readonly [number, number]> = {
${rows.join('\n')}
}

/** Returns width and height of our drawings by URL. Returns an empty object for other pictures. */
export function illustrationSize(url: string): { width?: number; height?: number } {
  const size = sizes[url.match(/^\\/illustrations\\/([\\w-]+)\\.svg$/)?.[1] ?? '']
  return size ? { width: size[0], height: size[1] } : {}
}
`
}
