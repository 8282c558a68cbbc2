/** A form's question before Back and Forward leave its page. The router has a single blocker, in offline.tsx, which asks it. */
export const beforeBack: { mayLeave: (() => boolean) | null } = { mayLeave: null }
