type Packages = Record<string, object>

export function isComplete(wanted: Packages, installed: Packages, tools: string): boolean
export function ensureBuilt(): void
