// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SENDER_VECTORS_H
#define TCP_LINUX24_SENDER_VECTORS_H

#include <string>

namespace ns3
{

/// TV12 up to the end of Loss: a needless timeout that is not recognized.
inline const std::string TV12_LOSS = R"(
20210 | RTO timer | R0 | 1 | 5 | Loss | 10 | 10 | 0 | 0 | 1 | 0 | 10000 | 0/1 | 10 | 420
20500 | A2 ecr=20000 | R2 R3 | 2 | 5 | Loss | 8 | 8 | 0 | 0 | 2 | 0 | 10000 | 0/3 | 10 | 590
20500 | A4 ecr=20000 | R4 R5 R6 | 3 | 5 | Loss | 6 | 6 | 0 | 0 | 3 | 0 | 10000 | 0/6 | 10 | 940
20500 | A6 ecr=20000 | R7 R8 R9 | 4 | 5 | Loss | 4 | 4 | 0 | 0 | 4 | 0 | 10000 | 0/9 | 10 | 1170
20500 | A8 ecr=20000 | D10 D11 D12 | 5 | 5 | Loss | 5 | 2 | 0 | 0 | 2 | 0 | 10000 | 0/9 | 10 | 1290
20500 | A10 ecr=20000 | D13 D14 D15 | 6 | 5 | Disorder | 6 | 0 | 0 | 0 | 0 | 0 | 0 | 0/9 | 13 | 1350
)";

/// TV22 up to the fourth duplicate: one loss, in Recovery.
inline const std::string TV22_FOUR_DUPLICATES = R"(
20010 | A0 sack [1,2) ecr=20000 | D10 | 10 | 8 | Disorder | 11 | 0 | 1 | 2 | 0 | 0 | 0 | - | 10 | 210
20010 | A0 sack [1,3) ecr=20000 | D11 | 10 | 8 | Disorder | 12 | 0 | 2 | 3 | 0 | 0 | 0 | - | 10 | 210
20010 | A0 sack [1,4) ecr=20000 | *recover(test 2)* R0 | 9 | 5 | Recovery | 12 | 1 | 3 | 4 | 1 | 1 | 20010 | 0/1 | 12 | 210
20010 | A0 sack [1,5) ecr=20000 | - | 8 | 5 | Recovery | 12 | 1 | 4 | 5 | 1 | 0 | 20010 | 0/1 | 12 | 210
)";

/// TV22 up to the tenth duplicate.
inline const std::string TV22_TEN_DUPLICATES = TV22_FOUR_DUPLICATES + R"(
20010 | A0 sack [1,6) ecr=20000 | D12 | 8 | 5 | Recovery | 13 | 1 | 5 | 6 | 1 | 1 | 20010 | 0/1 | 12 | 210
20010 | A0 sack [1,7) ecr=20000 | - | 7 | 5 | Recovery | 13 | 1 | 6 | 7 | 1 | 0 | 20010 | 0/1 | 12 | 210
20010 | A0 sack [1,8) ecr=20000 | D13 | 7 | 5 | Recovery | 14 | 1 | 7 | 8 | 1 | 1 | 20010 | 0/1 | 12 | 210
20010 | A0 sack [1,9) ecr=20000 | - | 6 | 5 | Recovery | 14 | 1 | 8 | 9 | 1 | 0 | 20010 | 0/1 | 12 | 210
20010 | A0 sack [1,10) ecr=20000 | D14 | 6 | 5 | Recovery | 15 | 1 | 9 | 10 | 1 | 1 | 20010 | 0/1 | 12 | 210
20020 | A0 sack [1,11) ecr=20000 | - | 5 | 5 | Recovery | 15 | 1 | 10 | 11 | 1 | 0 | 20010 | 0/1 | 12 | 210
)";

/// TV25: reordering is found; it is 10 afterwards, and FACK is off.
inline const std::string TV25 = R"(
20030 | A0 sack [1,2) ecr=19990 | D10 | 10 | 8 | Disorder | 11 | 0 | 1 | 2 | 0 | 0 | 0 | - | 10 | 210
20030 | A0 sack [1,3) ecr=19990 | D11 | 10 | 8 | Disorder | 12 | 0 | 2 | 3 | 0 | 0 | 0 | - | 10 | 210
20030 | A0 sack [1,4) ecr=19990 | *recover(test 2)* R0 | 9 | 5 | Recovery | 12 | 1 | 3 | 4 | 1 | 1 | 20030 | 0/1 | 12 | 210
20030 | A0 sack [1,5) ecr=19990 | - | 8 | 5 | Recovery | 12 | 1 | 4 | 5 | 1 | 0 | 20030 | 0/1 | 12 | 210
20040 | A10 ecr=20000 | *undo-partial* D12 | 3 | 5 | Recovery | 3 | 0 | 0 | 0 | 0 | 1 | 0 | 0/1 | 12 | 210
20050 | A12 ecr=20030 | *undo-full* D13 D14 D15 | 4 | 8 | Open | 4 | 0 | 0 | 0 | 0 | 1 | 0 | - | 12 | 210
)";

} // namespace ns3

#endif // TCP_LINUX24_SENDER_VECTORS_H
