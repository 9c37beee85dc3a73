import { serve } from '../serve.ts'
import { signForSolana } from '../sign-solana.ts'

serve(signForSolana)
