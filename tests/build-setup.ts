/** Runs once before tests of the built shop: builds it if a source has changed. */
export { ensureBuilt as default } from '#bin/prepare.mjs'
