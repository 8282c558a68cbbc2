import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fullChromium } from '#tests/e2e/chromium.ts'

type Message = { id?: number; result?: unknown; error?: { message: string } }

/** Sends a command of the Chrome DevTools Protocol. Rejects if the browser refuses it. */
export type Send = <T = unknown>(method: string, params?: object) => Promise<T>

export type DevTools = {
  /** Opens an empty page with its own cookies and cache. */
  openPage(): Promise<{ send: Send; close(): Promise<void> }>
  close(): void
}

/**
 * Starts Chromium without Playwright, which observes errors of the page. V8 then reads React's source again when
 * React creates its errors, which takes a slowed processor 300 ms.
 */
export async function openDevTools(): Promise<DevTools> {
  const { executablePath = 'chromium', args = [] } = (await fullChromium()).options
  const folder = mkdtempSync(join(tmpdir(), 'devtools-'))
  const options = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, '--no-first-run']
  const browser = spawn(executablePath, [...args, ...options], { stdio: ['ignore', 'ignore', 'pipe'] })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    browser.stderr.on('data', (text) => {
      output += text
      const [address] = /ws:\/\/\S+/.exec(output) ?? []
      if (address) resolve(address)
    })
    browser.once('exit', () => reject(new Error(`Chromium did not start:\n${output}`)))
  })
  const socket = new WebSocket(url)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error }: Message = JSON.parse(String(data))
    const response = pending.get(id ?? 0)
    pending.delete(id ?? 0)
    if (error) response?.reject(new Error(error.message))
    else response?.resolve(result)
  })
  let lastId = 0
  const sendTo = (sessionId: string | undefined) =>
    ((method, params = {}) => {
      lastId += 1
      const response = Promise.withResolvers<unknown>()
      pending.set(lastId, response)
      socket.send(JSON.stringify({ id: lastId, method, params, sessionId }))
      return response.promise
    }) as Send
  const send = sendTo(undefined)
  return {
    async openPage() {
      const context = await send<{ browserContextId: string }>('Target.createBrowserContext')
      const target = await send<object>('Target.createTarget', { url: 'about:blank', ...context })
      const session = { ...target, flatten: true }
      const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', session)
      const close = async () => void (await send('Target.disposeBrowserContext', context))
      return { send: sendTo(sessionId), close }
    },
    close() {
      browser.once('exit', () => rmSync(folder, { recursive: true, force: true }))
      browser.kill()
    },
  }
}
