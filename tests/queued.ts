import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { createEncrypter } from '#infra/jobs/encrypted-data.ts'
import type { Job } from '#shop/ctx.ts'
import { SECRET } from '#tests/database.ts'

const encrypter = createEncrypter([SECRET])

/** Returns the data of a stored job, decrypted if it is encrypted. */
export function decryptJobData<Data>(queue: string, stored: unknown): Data {
  return ('sealed' in Object(stored) ? encrypter.decrypt(queue, stored) : stored) as Data
}

/** Returns the data of a queue's jobs, the oldest first. Tests run no workers, so all sent jobs remain. */
export async function readJobs<Name extends Job['queue']>(db: Kysely<DB>, queue: Name) {
  type Data = Extract<Job, { queue: Name }>['data']
  const read = sql<{
    data: unknown
  }>`select data from pgboss.job where name = ${queue} order by created_on, id`
  // The plugin that renames our columns must not rename keys of job data.
  const { rows } = await read.execute(db.withoutPlugins())
  return rows.map(({ data }) => decryptJobData<Data>(queue, data))
}
