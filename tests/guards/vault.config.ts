import { mergeConfig, type UserConfig } from 'vite'
import vault from '../../apps/vault/vite.config.ts'
import { switchGuards } from './switch-guards.ts'

/** The vault's build with the switches. */
const guarded: UserConfig = mergeConfig(vault, { plugins: [switchGuards()] })
export default guarded
