import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { WaitingPhoto } from '#app/phone/waiting-photo.ts'

const NAME = 'worker-photos'

interface Phone extends DBSchema {
  photos: { key: [string, string]; value: WaitingPhoto }
}

/** The photos on this phone that wait to be sent, by task and content. */
export type PhotoStore = {
  keep(photo: WaitingPhoto): Promise<void>
  list(ownerId: string): Promise<WaitingPhoto[]>
  refuse(photo: WaitingPhoto, message: string): Promise<void>
  remove(photo: Pick<WaitingPhoto, 'workLogId' | 'sha256'>): Promise<void>
}

/** Opens the phone's store; it outlives the page and the browser. */
export async function openPhotoStore(): Promise<PhotoStore> {
  const db: IDBPDatabase<Phone> = await openDB<Phone>(NAME, 1, {
    upgrade: (fresh) => void fresh.createObjectStore('photos', { keyPath: ['workLogId', 'sha256'] }),
    // Signing out removes the store while pages may have it open.
    blocking: () => db.close(),
  })
  return {
    keep: async (photo) => void (await db.put('photos', photo)),
    list: async (ownerId) => {
      const all = await db.getAll('photos')
      return all
        .filter((photo) => photo.ownerId === ownerId)
        .sort((one, other) => one.addedAt - other.addedAt)
    },
    refuse: async (photo, message) => void (await db.put('photos', { ...photo, refused: message })),
    remove: ({ workLogId, sha256 }) => db.delete('photos', [workLogId, sha256]),
  }
}

/** Takes everything of the programme off this phone: photos, and pages that were kept for times without network. */
export async function clearPhone(): Promise<void> {
  await new Promise<void>((resolve) => {
    const removing = indexedDB.deleteDatabase(NAME)
    removing.onsuccess = removing.onerror = removing.onblocked = () => resolve()
  })
  for (const name of await caches.keys()) await caches.delete(name)
}
