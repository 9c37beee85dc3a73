export type { Metadata } from './contract.ts'
