import type { Requirement } from './requirements.rules.mjs';

export function allRequirements(): Requirement[];
export function sourceTitles(): string[];
