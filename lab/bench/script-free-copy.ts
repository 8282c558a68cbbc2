/** Serves a shop's pages without their scripts, which is the limit for a page that runs no script. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'

const SCRIPT = /<script\b.*?<\/script>/gs

/** `url`: of the copy. Requests other than pages are passed to the shop. */
export async function serveScriptFreeCopy(
  shopUrl: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { host } = new URL(shopUrl)
  const bodies = new Map<string, Buffer>()
  const server = createServer(({ url: path = '/', headers }, response) => {
    const isPage = headers.accept?.includes('text/html')
    const forwarded = { ...headers, host, ...(isPage && { 'accept-encoding': 'identity' }) }
    const passed = request(new URL(path, shopUrl), { headers: forwarded }, async (answer) => {
      const { statusCode = 502, headers } = answer
      if (!isPage) {
        response.writeHead(statusCode, headers)
        answer.pipe(response)
        return
      }
      const html = await text(answer)
      // Compressed once, as the shop compresses a cached page.
      const body = bodies.get(path) ?? brotliCompressSync(html.replace(SCRIPT, ''))
      bodies.set(path, body)
      response.writeHead(statusCode, {
        ...headers,
        'content-encoding': 'br',
        'content-length': body.length,
      })
      response.end(body)
    })
    passed.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
