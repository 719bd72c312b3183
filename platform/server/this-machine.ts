const THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

/** Whether what is said to a host leaves this machine no more than a pipe would. @param host a name or an address, as a URL has it */
export const isThisMachine = (host: string): boolean => THIS_MACHINE.test(host)
