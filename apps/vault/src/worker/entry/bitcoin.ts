import { serve } from '../serve.ts'
import { signForBitcoin } from '../sign-bitcoin.ts'

serve(signForBitcoin)
