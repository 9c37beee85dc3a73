import fc from 'fast-check'
import { seed } from './seed.ts'

// Loaded when `LATCHKEY_SEED` is set: each property draws the same values as in the run that
// printed this seed.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
