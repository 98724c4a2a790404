// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-transfer.h"

namespace ns3
{

namespace
{

const char*
GetTypeName(UsbTransferType type)
{
    switch (type)
    {
    case UsbTransferType::ISOCHRONOUS:
        return "isochronous";
    case UsbTransferType::INTERRUPT:
        return "interrupt";
    case UsbTransferType::CONTROL:
        return "control";
    case UsbTransferType::BULK:
        return "bulk";
    }
    return "unknown";
}

} // namespace

const char*
GetUsbTransferStatusName(UsbTransferStatus status)
{
    switch (status)
    {
    case UsbTransferStatus::IDLE:
        return "idle";
    case UsbTransferStatus::IN_PROGRESS:
        return "in progress";
    case UsbTransferStatus::COMPLETE:
        return "complete";
    case UsbTransferStatus::STALLED:
        return "stalled";
    case UsbTransferStatus::TIMED_OUT:
        return "timed out";
    case UsbTransferStatus::CRC_ERROR:
        return "CRC error";
    case UsbTransferStatus::OVERFLOW_ERROR:
        return "overflow";
    case UsbTransferStatus::UNLINKED:
        return "unlinked";
    case UsbTransferStatus::BUSY:
        return "endpoint busy";
    case UsbTransferStatus::NO_BANDWIDTH:
        return "no bandwidth";
    case UsbTransferStatus::NO_MEMORY:
        return "no memory";
    case UsbTransferStatus::NO_DEVICE:
        return "no device";
    case UsbTransferStatus::INVALID:
        return "invalid request";
    }
    return "unknown";
}

// One line for logs and traces, for instance "bulk OUT to 1.2, 1600 bytes".
std::ostream&
operator<<(std::ostream& os, const UsbTransferRequest& request)
{
    const UsbEndpoint& endpoint = request.endpoint;
    return os << GetTypeName(request.type) << (endpoint.in ? " IN from " : " OUT to ")
              << +endpoint.address << "." << +endpoint.number << ", " << request.length << " bytes";
}

} // namespace ns3
