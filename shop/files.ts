/** A folder, or an S3 bucket shared by all processes. */
export type FileStore = {
  /** `key`: a path such as 'photos/1f0c….webp'. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  read(key: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string } | null>
  remove(key: string): Promise<void>
}

/** So that links can prove that the shop made them. */
export type LinkSigner = {
  sign(text: string): string
  /** By every accepted key, the one of `sign` first. */
  signatures(text: string): string[]
  /** Compares in constant time. */
  isProof(text: string, proof: string): boolean
}
