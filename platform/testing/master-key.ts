export const testMasterKey = Buffer.alloc(32, 7).toString('base64')
