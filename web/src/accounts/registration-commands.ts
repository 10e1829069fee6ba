import { useWrite } from '../api/write.ts'

export const useRegister = () => useWrite('POST /api/auth/register')
