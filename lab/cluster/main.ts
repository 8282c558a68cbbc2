/** `npm run cluster`: runs one shop on three simulated machines until Ctrl-C. */
import { parseArgs } from 'node:util'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#db/seed/demo-accounts.ts'
import { startCluster } from '#lab/cluster/cluster.ts'
import { requirePackages, versions } from '#lab/cluster/packages.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { REAL_SETTINGS, seedRealShop } from '#tests/real-shop.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } })
requirePackages()

let stop = async () => {}
let stopping: Promise<never> | null = null
const end = (code: number) => {
  stopping ??= (async () => {
    say('Stopping')
    await stop()
    process.exit(code)
  })()
  return stopping
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
// The parent process was killed.
process.on('disconnect', () => void end(1))

const cluster = await startCluster({
  say,
  keep: values.keep,
  prepare: seedRealShop,
  // The mail server accepts emails and discards them.
  settings: async (front) => ({ ...REAL_SETTINGS, SMTP_URL: (await startMailServer(front)).url }),
  onStop: (stopAll) => {
    stop = stopAll
  },
}).catch((error: Error) => {
  if (stopping) return stopping
  throw error
})

say(`\n${versions()}`)
say(`On this machine the shop is at ${cluster.url}.`)
say(`Accounts, with the password ${DEMO_PASSWORD}: ${DEMO_ACCOUNTS.map(({ email }) => email).join(', ')}`)
const members = await cluster.members()
for (const { name, address } of cluster.machines) {
  const role = members.find((member) => member.name === name)?.role
  say(`${name} (${role}): shop ${address}:3000, PgBouncer :6432, primary :5000, replica :5001, Patroni :8008`)
}
say(
  cluster.network.isSeparate
    ? 'Each machine is a network namespace of its own.'
    : 'The machines are addresses of this one; root gives each a network namespace.',
)
say(`Its files are in ${cluster.dir}${values.keep ? '' : ', removed at the end'}. Ctrl-C stops everything.`)
