/** Why the phone cannot store work: it has no space left, or its browser refuses to store anything. */
export type StorageProblem = 'full' | 'refused'

export function storageProblemOf(error: unknown): StorageProblem {
  return error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'refused'
}

type Options = {
  store: () => Promise<void>
  isShopReachable: () => Promise<boolean>
  /** Sends the work as a form, without storing it. */
  send: () => void
}

/** Stores work to be sent later. If the phone cannot store it, sends it at once. Returns null if either succeeded. */
export async function storeOrSend({ store, isShopReachable, send }: Options): Promise<StorageProblem | null> {
  try {
    await store()
  } catch (error) {
    if (!(await isShopReachable())) return storageProblemOf(error)
    send()
  }
  return null
}
