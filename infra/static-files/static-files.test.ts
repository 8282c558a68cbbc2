import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { loadStaticFiles } from '#infra/static-files/static-files.ts'

it('loads each file by path, with its type, compressed copies and cache headers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets', 'a-1f2e.js'), 'let a')
  await writeFile(join(folder, 'assets', 'a-1f2e.js.br'), 'br')
  await writeFile(join(folder, 'assets', 'a-1f2e.js.gz'), 'gz')
  await writeFile(join(folder, 'mark.svg'), '<svg/>')
  const files = await loadStaticFiles(folder)
  expect([...files.keys()].toSorted()).toEqual(['/assets/a-1f2e.js', '/mark.svg'])
  const script = files.get('/assets/a-1f2e.js')
  expect(script?.headers['content-type']).toContain('javascript')
  expect(script?.headers['cache-control']).toContain('immutable')
  expect([`${script?.identity}`, `${script?.br}`, `${script?.gzip}`]).toEqual(['let a', 'br', 'gz'])
  const mark = files.get('/mark.svg')
  expect(mark?.headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=86400',
  })
  expect(mark?.br).toBeUndefined()
  // A script or SVG that is opened as a page loads and runs nothing.
  expect(script?.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(mark?.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'unsafe-inline'; object-src/,
  )
})

it('loads more files than the process may have open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  await Promise.all(
    Array.from({ length: 400 }, (_, number) => writeFile(join(folder, `${number}.txt`), 'one')),
  )
  const program = `import { loadStaticFiles } from '#infra/static-files/static-files.ts'
    console.log((await loadStaticFiles(${JSON.stringify(folder)})).size)`
  const limited = `ulimit -n 200 && exec "$0" --input-type=module -e "$1"`
  const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, program])
  expect(stdout).toBe('400\n')
})
