import type { Actor } from '#shop/kernel/actor.ts'
import { canOpenWorkerPages, may, type Permission } from '#shop/kernel/permissions.ts'
import { MAX_REQUEST_PHOTOS } from '#shop/orders/request-photo.ts'
import { PICTURE_BYTES_LIMIT } from '#shop/pictures.ts'

const KB = 1024
const MB = 1024 * KB

/** `isSender`: who may send up to `maxBytes`. The default limit applies to everyone else. */
type BodyLimit = { maxBytes: number; isSender: (actor: Actor) => boolean }

/** The longest text has 5,000 characters, which take 45 KB as encoded Hindi. */
export const FORM_BYTES = 64 * KB
/** A cart of 500 lines with picks takes about 100 KB. */
export const JSON_BYTES = 128 * KB

const MULTIPART_OVERHEAD = 64 * KB
const PICTURE_FORM = PICTURE_BYTES_LIMIT + MULTIPART_OVERHEAD
const LARGER_PICTURE_FORM = 8 * MB + MULTIPART_OVERHEAD
export const PICTURES_AT_ONCE = 10

const anyone = () => true
const person = (actor: Actor) => actor.kind === 'person' && !actor.withPin
const staff = (permission: Permission) => (actor: Actor) => may(actor, permission)

/** Routes with bodies above the default limit. Scripts post a page's action to its path with `.data`. */
const LARGE: readonly (BodyLimit & { path: RegExp })[] = [
  { path: page('/upload-task-photo/[^/]+'), maxBytes: PICTURE_FORM, isSender: canOpenWorkerPages },
  // Slightly larger pictures get a message at their field.
  { path: page('/orders/[^/]+'), maxBytes: MAX_REQUEST_PHOTOS * 8 * MB, isSender: person },
  // A rejection may include a picture.
  { path: page('/coordinator/(photos|decisions)'), maxBytes: LARGER_PICTURE_FORM, isSender: staff('groups') },
  { path: page('/coordinator/templates/[^/]+'), maxBytes: LARGER_PICTURE_FORM, isSender: staff('groups') },
  {
    path: page('/admin/dashboard/task-approvals'),
    maxBytes: LARGER_PICTURE_FORM,
    isSender: staff('programme'),
  },
  // Sheets above 1 MB get a message in the dialog.
  { path: page('/admin/dashboard/products/bulk'), maxBytes: 4 * MB, isSender: staff('catalogue') },
  {
    path: page('/admin/dashboard/products/[^/]+'),
    maxBytes: PICTURES_AT_ONCE * PICTURE_BYTES_LIMIT + MB,
    isSender: staff('catalogue'),
  },
  // An encoded Hindi letter takes nine bytes in a form.
  { path: page('/admin/(dashboard/texts|text-preview)/[^/]+'), maxBytes: 512 * KB, isSender: staff('texts') },
  // Files above 256 KB get a message at the form.
  { path: page('/admin/dashboard/packing/tracking'), maxBytes: MB, isSender: staff('packing') },
  // Lists above 256 KB get a message at the form.
  { path: page('/admin/dashboard/workers/list'), maxBytes: MB, isSender: staff('programme') },
  { path: page('/coordinator/groups/[^/]+/workers/list'), maxBytes: MB, isSender: staff('groups') },
  { path: page('/admin/dashboard/accounts/remittances'), maxBytes: MB, isSender: staff('accounts.close') },
  // Reports above 16 MB get a message at the form.
  {
    path: page('/admin/dashboard/accounts/settlement'),
    maxBytes: 20 * MB,
    isSender: staff('accounts.close'),
  },
  // A product's descriptions and lists in JSON.
  { path: /^\/api\/products(\/[^/]+)?$/, maxBytes: MB, isSender: staff('catalogue') },
  { path: /^\/api\/products\/[^/]+\/images$/, maxBytes: PICTURE_FORM, isSender: staff('catalogue') },
  { path: /^\/api\/work-logs\/[^/]+\/photo$/, maxBytes: PICTURE_FORM, isSender: canOpenWorkerPages },
  { path: /^\/api\/work-logs\/[^/]+\/photo-uploads\/[^/]+$/, maxBytes: MB, isSender: canOpenWorkerPages },
]

function page(path: string): RegExp {
  return new RegExp(`^${path}(\\.data|/)?$`)
}

/** Returns the larger limit of the path's route. Otherwise returns the default limit, which applies to anyone. */
export function bodyLimit(path: string): BodyLimit {
  return LARGE.find((route) => route.path.test(path)) ?? { maxBytes: defaultBytes(path), isSender: anyone }
}

/** Returns the limit in bytes for any visitor. */
export function defaultBytes(path: string): number {
  return path.startsWith('/api/') ? JSON_BYTES : FORM_BYTES
}

export function sizeInWords(bytes: number): string {
  return bytes < MB ? `${Math.floor(bytes / KB)} KB` : `${Math.floor(bytes / MB)} MB`
}
