/** Why the phone cannot store work: it has no space left, or its browser refuses to store anything. */
export type StorageProblem = 'full' | 'refused'

export function storageProblemOf(error: unknown): StorageProblem {
  return error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'refused'
}

type Ways = {
  store: () => Promise<void>
  isShopThere: () => Promise<boolean>
  /** Sends the work as a form, without storing it. */
  send: () => void
}

/** Stores work to be sent later, or sends it at once if the phone cannot store it. Null unless neither is possible. */
export async function storeOrSend({ store, isShopThere, send }: Ways): Promise<StorageProblem | null> {
  try {
    await store()
  } catch (error) {
    if (!(await isShopThere())) return storageProblemOf(error)
    send()
  }
  return null
}
