import type { Rule } from 'eslint'

export const ROOMS: Record<string, string[]>
declare const rule: Rule.RuleModule
export default rule
