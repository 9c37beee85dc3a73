'use client'

export { useX402Fetch } from './use-x402-fetch.ts'
