import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { COMPLETE_BOX_ID } from '#shop/catalogue/product.ts'
import type { TaskState } from '#shop/programme/task.ts'

export const SEED_GROUPS = [
  { name: 'Annapurna group', place: 'Kalghatgi, Dharwad' },
  { name: 'Shakti group', place: 'Navalgund, Dharwad' },
] as const

/** The first is the demonstration account; the others cannot sign in. */
export const SEED_WORKERS = [
  {
    email: 'worker@demo.test',
    fullName: 'Sunita Devi',
    group: 0,
    phone: '9000000001',
    upiId: 'sunita@demobank',
  },
  {
    email: 'kamala@demo.test',
    fullName: 'Kamala Patil',
    group: 0,
    phone: '9000000002',
    upiId: 'kamala@demobank',
  },
  { email: 'rekha@demo.test', fullName: 'Rekha Naik', group: 1, phone: '9000000003', upiId: null },
] as const

export type SeedWork = {
  /** The place in SEED_WORKERS. */
  worker: number
  taskName: string
  taskDescription: string
  taskType: string
  quantity: number
  unit: string
  /** In rupees. */
  payment: number
  expectedMinutes: number
  product?: string
  batch?: string
  /** When it was handed out; a task that is under way ends some days from now. */
  daysAgo: number
  upTo: TaskState
  rating?: number
  progress?: number
}

const [RAGI, BAJRA, PROTEIN] = [seedId(2), seedId(3), seedId(4)]
const mix = { taskDescription: 'Weigh 600 g, fill, seal, stick the label on straight.' }
const blends = { taskDescription: 'Ten grams in each packet. Check the seal of every one.' }
const sticks = { taskDescription: 'Thirty sticks in each box. Count twice.' }

/** Tasks in every state, and some months of pay. */
export const SEED_WORK: readonly SeedWork[] = [
  {
    ...mix,
    worker: 0,
    taskName: 'Pack ragi mix',
    product: RAGI,
    taskType: 'packing',
    quantity: 60,
    unit: 'packets',
    payment: 480,
    expectedMinutes: 300,
    daysAgo: 66,
    upTo: 'paid',
    rating: 4,
    batch: 'R-07',
  },
  {
    ...blends,
    worker: 0,
    taskName: 'Fill garam masala',
    taskType: 'production',
    quantity: 200,
    unit: 'packets',
    payment: 520,
    expectedMinutes: 360,
    daysAgo: 45,
    upTo: 'paid',
    rating: 5,
  },
  {
    ...mix,
    worker: 1,
    taskName: 'Roast and mill ragi',
    product: RAGI,
    taskType: 'production',
    quantity: 40,
    unit: 'kg',
    payment: 640,
    expectedMinutes: 420,
    daysAgo: 44,
    upTo: 'paid',
    rating: 5,
    batch: 'R-08',
  },
  {
    ...sticks,
    worker: 2,
    taskName: 'Pack hydration sticks',
    taskType: 'packing',
    quantity: 50,
    unit: 'boxes',
    payment: 450,
    expectedMinutes: 300,
    daysAgo: 43,
    upTo: 'paid',
    rating: 4,
  },
  {
    ...mix,
    worker: 0,
    taskName: 'Pack ragi mix',
    product: RAGI,
    taskType: 'packing',
    quantity: 60,
    unit: 'packets',
    payment: 480,
    expectedMinutes: 300,
    daysAgo: 9,
    upTo: 'paid',
    rating: 5,
    batch: 'R-09',
  },
  {
    ...blends,
    worker: 0,
    taskName: 'Fill chettinad',
    taskType: 'production',
    quantity: 150,
    unit: 'packets',
    payment: 390,
    expectedMinutes: 270,
    daysAgo: 6,
    upTo: 'approved',
    rating: 4,
  },
  {
    ...sticks,
    worker: 2,
    taskName: 'Pack hydration sticks',
    taskType: 'packing',
    quantity: 40,
    unit: 'boxes',
    payment: 360,
    expectedMinutes: 240,
    daysAgo: 5,
    upTo: 'approved',
    rating: 5,
  },
  {
    ...blends,
    worker: 0,
    taskName: 'Fill turmeric jars',
    taskType: 'production',
    quantity: 80,
    unit: 'jars',
    payment: 420,
    expectedMinutes: 300,
    daysAgo: 4,
    upTo: 'pending_review',
  },
  {
    ...mix,
    worker: 1,
    taskName: 'Pack bajra mix',
    product: BAJRA,
    taskType: 'packing',
    quantity: 60,
    unit: 'packets',
    payment: 480,
    expectedMinutes: 300,
    daysAgo: 3,
    upTo: 'pending_review',
  },
  {
    ...sticks,
    worker: 2,
    taskName: 'Check the seals of sticks',
    taskType: 'quality',
    quantity: 30,
    unit: 'boxes',
    payment: 180,
    expectedMinutes: 120,
    daysAgo: 3,
    upTo: 'pending_review',
  },
  {
    ...blends,
    worker: 0,
    taskName: 'Fill cajun',
    taskType: 'production',
    quantity: 120,
    unit: 'packets',
    payment: 320,
    expectedMinutes: 240,
    daysAgo: 5,
    upTo: 'returned',
  },
  {
    ...mix,
    worker: 0,
    taskName: 'Pack protein mix',
    product: PROTEIN,
    taskType: 'packing',
    quantity: 24,
    unit: 'boxes',
    payment: 360,
    expectedMinutes: 240,
    daysAgo: 2,
    upTo: 'in_progress',
    progress: 9,
  },
  {
    ...sticks,
    worker: 0,
    taskName: 'Pack hydration sticks',
    taskType: 'packing',
    quantity: 40,
    unit: 'boxes',
    payment: 360,
    expectedMinutes: 240,
    daysAgo: 1,
    upTo: 'pending',
  },
  {
    ...blends,
    worker: 0,
    taskName: 'Stick labels on jars',
    taskType: 'packing',
    quantity: 100,
    unit: 'jars',
    payment: 200,
    expectedMinutes: 150,
    daysAgo: 1,
    upTo: 'pending',
  },
  {
    ...mix,
    worker: 1,
    taskName: 'Pack the complete box',
    product: COMPLETE_BOX_ID,
    taskType: 'packing',
    quantity: 20,
    unit: 'boxes',
    payment: 500,
    expectedMinutes: 360,
    daysAgo: 1,
    upTo: 'in_progress',
    progress: 4,
  },
]
