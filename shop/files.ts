/** Storage of uploaded and generated files: a folder, or an S3 bucket shared by all processes. */
export type FileStore = {
  /** Writes or replaces the file. `key` is a path such as 'photos/1f0c….webp'. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Null when the file does not exist. */
  read(key: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string } | null>
  /** Does nothing when the file does not exist. */
  remove(key: string): Promise<void>
}

/** Signs short texts, so that links can prove that the shop made them. */
export type LinkSigner = {
  sign(text: string): string
  /** The signatures by every accepted key, the one of `sign` first. */
  signatures(text: string): string[]
  /** True when `proof` is the signature of this text. Compares in constant time. */
  isProof(text: string, proof: string): boolean
}
