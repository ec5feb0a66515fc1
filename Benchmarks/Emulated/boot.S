// From the boot loader to C: a multiboot header, 64-bit mode over the first GB of memory, and the
// registers that let the vector instructions run. Interrupts stay off: whatever goes wrong is a
// triple fault, at which the emulator stops.

  .set FLAGS, 0
  .set MAGIC, 0x1BADB002

  .section .multiboot, "a"
  .align 4
  .long MAGIC, FLAGS, -(MAGIC + FLAGS)

  .section .bss
  .align 4096
top: .skip 4096
middle: .skip 4096
bottom: .skip 4096
  .skip 1 << 20
stack:

  .section .rodata
  .align 8
segments:
  .quad 0
  .quad 0x00AF9A000000FFFF  // code of 64 bits
  .quad 0x00CF92000000FFFF  // data
segments_end:
segments_place:
  .word segments_end - segments - 1
  .long segments
vector_state: .long 0x1F80  // nearest, ties to even; no exception is raised, nothing is flushed to zero

  .text
  .code32
  .globl start
start:
  cli
  mov $stack, %esp
  // Every address stands for itself, in pages of 2 MB.
  mov $middle + 3, %eax
  mov %eax, top
  mov $bottom + 3, %eax
  mov %eax, middle
  mov $bottom, %edi
  mov $0x83, %eax
  mov $512, %ecx
1:
  mov %eax, (%edi)
  add $8, %edi
  add $0x200000, %eax
  dec %ecx
  jnz 1b
  mov $top, %eax
  mov %eax, %cr3
  mov %cr4, %eax
  or $(1 << 5 | 1 << 9 | 1 << 10 | 1 << 18), %eax  // PAE, OSFXSR, OSXMMEXCPT, OSXSAVE
  mov %eax, %cr4
  mov $0xC0000080, %ecx
  rdmsr
  or $(1 << 8), %eax  // EFER.LME
  wrmsr
  mov %cr0, %eax
  and $~(1 << 2 | 1 << 3), %eax  // no emulation, no task switched
  or $(1 << 31 | 1 << 5 | 1 << 1 | 1), %eax
  mov %eax, %cr0
  lgdt segments_place
  ljmp $8, $long_mode

  .code64
long_mode:
  mov $16, %eax
  mov %eax, %ds
  mov %eax, %es
  mov %eax, %ss
  // Of the state of SSE, AVX and AVX-512 (XCR0 = 0xE7), what this processor has.
  mov $13, %eax
  xor %ecx, %ecx
  cpuid
  and $0xE7, %eax
  xor %edx, %edx
  xor %ecx, %ecx
  xsetbv
  ldmxcsr vector_state
  mov $stack, %rsp
  xor %ebp, %ebp
  call run
2:
  hlt
  jmp 2b

  .section .note.GNU-stack, "", @progbits
