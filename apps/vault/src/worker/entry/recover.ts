import { recover } from '../recover.ts'
import { serve } from '../serve.ts'

serve(recover)
