export function worthASecondLook(path: string): string[];
export function unstableInWords(files: string[]): string;
