import { createContext, useContext } from 'react'

/** Whose screens these are; what waits on the phone is hers. */
export const OwnerContext = createContext('')

export function useOwner(): string {
  return useContext(OwnerContext)
}
