const THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

/** Whether traffic to a host stays on this machine. @param host a name or an address, as in a URL */
export const isThisMachine = (host: string): boolean => THIS_MACHINE.test(host)
