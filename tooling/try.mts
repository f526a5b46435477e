import { previousRelease } from './skew/previous';
console.log(previousRelease(console.log));
