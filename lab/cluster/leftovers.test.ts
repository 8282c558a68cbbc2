import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { FOLDER_PREFIX, noteOwner, removeLeftovers } from '#lab/cluster/leftovers.ts'

const folders: string[] = []

function makeClusterFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), FOLDER_PREFIX))
  folders.push(dir)
  return dir
}

/** Starts programs like a cluster's: one has the folder in its command, the other in its environment. */
function startPrograms(dir: string) {
  const wait = 'setInterval(() => {}, 1000)'
  const named = spawn(process.execPath, ['-e', wait, join(dir, 'm1', 'etcd.yml')], { stdio: 'ignore' })
  const shop = spawn(process.execPath, ['-e', wait], {
    stdio: 'ignore',
    env: { ...process.env, DATA_DIR: join(dir, 'm1', 'shop') },
  })
  return [named, shop]
}

afterAll(() => {
  for (const dir of folders) rmSync(dir, { recursive: true, force: true })
})

it('removeLeftovers ends and removes a cluster whose owner was killed, and leaves running and kept clusters', async () => {
  const [lost, running, permanent] = [makeClusterFolder(), makeClusterFolder(), makeClusterFolder()]
  noteOwner(running, null)
  writeFileSync(join(lost, 'owner.json'), JSON.stringify({ pid: process.pid, startedAt: '1', network: null }))
  const [lostPrograms, runningPrograms] = [startPrograms(lost), startPrograms(running)]
  const ends = lostPrograms.map((program) => once(program, 'exit'))
  expect(removeLeftovers()).toEqual([lost])
  await Promise.all(ends)
  expect([lost, running, permanent].map((dir) => existsSync(dir))).toEqual([false, true, true])
  expect(runningPrograms.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null])
  for (const program of runningPrograms) program.kill('SIGKILL')
})
