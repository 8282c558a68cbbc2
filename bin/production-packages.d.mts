export function neededInProduction(packages: Record<string, object>): Set<string>
export function dependenciesOf(packages: Record<string, object>, from: string): string[]
