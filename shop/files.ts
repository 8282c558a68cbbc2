/** Where uploaded and made files are kept: a folder, or an S3 bucket that all processes share. */
export type FileStore = {
  /** Writes the file, over one that is there. `key` is a path such as 'photos/1f0c….webp'. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Null when there is no such file. */
  read(key: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string } | null>
  /** Does nothing when there is no such file. */
  remove(key: string): Promise<void>
}

/** Signs short texts, so that a link can prove that this shop made it. */
export type LinkSigner = {
  sign(text: string): string
  /** True when `proof` is the signature of this text. Takes the same time for every wrong one. */
  isProof(text: string, proof: string): boolean
}
