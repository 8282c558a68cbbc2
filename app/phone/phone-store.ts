import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { KnownCount, WaitingStep } from '#app/phone/waiting-count.ts'
import type { WaitingPhoto } from '#app/phone/waiting-photo.ts'

const NAME = 'worker-photos'

interface Phone extends DBSchema {
  photos: { key: [string, string]; value: WaitingPhoto }
  steps: { key: number; value: WaitingStep }
  counts: { key: string; value: KnownCount }
}

/** Opens the phone's store; it outlives the page and the browser. */
export async function openPhone(): Promise<IDBPDatabase<Phone>> {
  const db: IDBPDatabase<Phone> = await openDB<Phone>(NAME, 2, {
    upgrade: (fresh, before) => {
      if (before < 1) fresh.createObjectStore('photos', { keyPath: ['workLogId', 'sha256'] })
      // By order of counting.
      fresh.createObjectStore('steps', { keyPath: 'at', autoIncrement: true })
      fresh.createObjectStore('counts', { keyPath: 'workLogId' })
    },
    // Signing out removes the store while pages may have it open.
    blocking: () => db.close(),
  })
  return db
}

/** Takes everything of the programme off this phone: what waits, and pages that were kept for times without network. */
export async function clearPhone(): Promise<void> {
  await new Promise<void>((resolve) => {
    const removing = indexedDB.deleteDatabase(NAME)
    removing.onsuccess = removing.onerror = removing.onblocked = () => resolve()
  })
  for (const name of await caches.keys()) await caches.delete(name)
}
